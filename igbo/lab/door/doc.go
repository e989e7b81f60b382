// Package door is where a lab's server listens, and who comes in.
//
// What flows in: the address and the port that were asked for, and a token, from a file that its owner alone may read or from
// [TokenVariable]. What flows out: an address of this machine with a free port ([Choose]), the token in a file that JupyterLab alone
// reads ([WriteToken]), and a browser that was led in by a page, so that the token stands in no process list ([OpenBrowser]).
package door
