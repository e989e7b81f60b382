// Package results stores the published runs of igbo bench and generates RESULTS.md from them. Use it to update RESULTS.md after
// a new run.
//
// The inputs are the bench.json files of runs. The outputs are copies in this folder, named by target, and RESULTS.md. The
// template results.md.tmpl takes all numbers from these copies; profiles.md has dated notes.
package results
