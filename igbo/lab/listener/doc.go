// Package listener chooses the address on which a lab listens, and manages its access token.
//
// [Choose] returns an address of this machine with a free port. [ReadToken] reads the token from a file that only its owner can
// read, or from [TokenVariable]. [WriteToken] writes it into a file that JupyterLab reads. [OpenBrowser] opens a browser by a
// page in a file, so the token is in no process list.
package listener
