// Package lab sets up and runs the notebook environment: JupyterLab in its own virtual environment, and the Go kernel (package kernel) with
// a specification that names the checkout, so notebooks find igbo, plots and datasets. Everything is in one folder in the user's cache,
// except Go's caches. The user's tools do not change. An XLA plugin is not included: cells link XLA if a plugin is installed, and package
// igbo/backend can download one.
//
// Everything that the lab starts runs in a [session.Session]. If the context ends, JupyterLab crashes, or the calling program is killed,
// the kernels and the programs of cells end too, and their key files are removed. The folder has mode 0700.
//
// [Open] makes a [Lab] from [Options]. [Lab.UseWorkingCopy] and [Lab.Refresh] create a working copy of the course, [Lab.Start] runs
// JupyterLab, [Lab.Execute] executes notebooks, [Lab.Export] converts notebooks (live pages with package livepage), and [Lab.Check]
// compares a fresh run with the committed outputs. Solutions are notebooks in the folder solutions, and run like the others.
//
// Slides contain reveal.js 5.2.1, from its npm package, with its licence in reveal/LICENSE. Pages and slides contain the glyphs of STIX Two
// Math (of the npm package @fontsource/stix-two-math 5.3.0) that formulas in one font size need. Its SIL Open Font Licence is in
// stix/LICENSE. The font was made by pyftsubset of fonttools 4.60.1 with --no-hinting --drop-tables=GDEF,GPOS --layout-features=ssty, for
// Latin and Greek letters (upright, italic and bold), script and double-struck capitals, mathematical signs, arrows, fences and accents.
//
// requirements.txt is made from requirements.in for Python 3.10 and newer:
//
//	uv pip compile --universal --python-version 3.10 --generate-hashes --no-annotate --no-header -o requirements.txt requirements.in
package lab
