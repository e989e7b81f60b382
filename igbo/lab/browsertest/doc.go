// Package browsertest proves the notebooks in a real browser: with the build
// tag browser, its test starts the lab, opens every notebook in JupyterLab in
// Chromium, runs all cells, moves the λ slider and sees the picture change,
// and leaves screenshots.
//
//	IGBOLAB_SCREENSHOTS=out/screenshots go test -tags browser ./igbo/lab/browsertest -timeout 30m -v
//
// Another test starts the command `igbo lab` with real kernels and proves that
// none outlives it, however it ends, and that nobody else can read its token.
//
// With -short a notebook without sliders, or with some of a kind that others have, is looked at as it was committed.
//
// It needs Chromium and, for the first set-up, the network.
package browsertest
