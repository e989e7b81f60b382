// Package browsertest tests the notebooks in a browser. With the build tag browser, its test starts the lab, opens every notebook in
// JupyterLab in Chromium, runs all cells, moves sliders, checks that the figures change, and saves screenshots.
//
//	IGBOLAB_SCREENSHOTS=out/screenshots go test -tags browser ./igbo/lab/browsertest -timeout 30m -v
//
// TestTour records the animated picture at the top of README.md, which shows the cells of [Tour]:
//
//	IGBOLAB_TOUR=$PWD/notebooks/images/tour.png go test -tags browser ./igbo/lab/browsertest -run TestTour
//
// Another test starts the command `igbo lab` with real kernels. It checks that all kernels end with the lab, however it ends, and that no
// other user can read its token.
//
// With -short, notebooks without sliders, or with a kind of slider that another notebook has, show their committed outputs instead of
// running.
//
// On a busy machine, IGBOLAB_SLOWER=10 multiplies the time limits in pages.
//
// The tests need Chromium and, for the first set-up, a network.
package browsertest
