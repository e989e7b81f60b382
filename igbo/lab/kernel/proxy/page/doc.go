// Package page passes values between living cells and the notebook's page.
//
// What flows in: what cells display and send ([Bridge.Take]), and what the page sends ([Bridge.Heard]). What flows out: the
// same, in its order, over the comm of Jupyter that GoNB opens in the page.
package page
