// Package results keeps the runs of igbo bench that the project stands by, and
// makes RESULTS.md of them.
//
// What flows in: the bench.json of runs. What flows out: their copies in this
// folder, named by target, and RESULTS.md: the template results.md.tmpl, whose
// numbers all come from these copies, and the notes in profiles.md, which say of
// what day they are.
package results
