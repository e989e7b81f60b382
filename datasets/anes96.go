package datasets

import _ "embed"

//go:embed anes96.csv
var anes96CSV string

// Anes96 are 944 voters of 1996 (public domain; see anes96.md): numbers, and the
// expected vote, of two classes. A plausible order of what a vote depends on: the
// party (PID), then one's own leaning (selfLR), then age, education and income.
func Anes96() File { return File{"anes96.csv", anes96CSV} }
