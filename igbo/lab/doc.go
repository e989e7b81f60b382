// Package lab sets up and runs the notebook environment: JupyterLab in a
// virtual environment of its own, and the Go kernel (package kernel) with a
// specification that knows the checkout, so that notebooks find igbo, plots
// and datasets. All of it lies in one folder
// under the user's cache; only Go's own caches lie elsewhere. The user's tools
// stay as they are. An XLA plugin is not part of it: cells link XLA where one is
// there, and package igbo/backend fetches one, if asked.
//
// Whatever the lab starts runs in a [session.Session]: when the context ends, when
// JupyterLab crashes, or when the calling program is killed, kernels and the
// programs of cells end too, and their key files go. The folder is of mode 0700.
//
// What flows in: a checkout and [Options]. What flows out: a working copy of the
// course ([Lab.UseWorkingCopy], [Lab.Refresh]), a running JupyterLab ([Lab.Start]),
// executed notebooks ([Lab.Execute]), notebooks in another form ([Lab.Export]; live pages by package livepage), or a
// report on how a fresh run differs from the committed outputs ([Lab.Check]).
// Solutions are notebooks in the folder solutions, and run like the others.
//
// Slides hold reveal.js 5.2.1, from its npm package, with its licence in reveal/LICENSE. Pages and slides hold those
// glyphs of STIX Two Math (of the npm package @fontsource/stix-two-math 5.3.0) that formulas of one letter size need;
// its SIL Open Font Licence is in stix/LICENSE. It is made by pyftsubset of fonttools 4.60.1 with
// --no-hinting --drop-tables=GDEF,GPOS --layout-features=ssty, for Latin and Greek letters, upright, italic and bold,
// script and double-struck capitals, signs of mathematics, arrows, fences and accents.
//
// requirements.txt is made from requirements.in for Python 3.10 and newer:
//
//	uv pip compile --universal --python-version 3.10 --generate-hashes --no-annotate --no-header -o requirements.txt requirements.in
package lab
