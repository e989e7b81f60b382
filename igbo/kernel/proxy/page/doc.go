// Package page passes values between stateful cells and the notebook's page, in order, over the comm that GoNB opens in the page.
// [Bridge.Take] takes what cells display and send, and [Bridge.Heard] takes the page's messages.
package page
