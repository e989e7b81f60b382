package datasets

import _ "embed"

//go:embed statecrime.csv
var statecrimeCSV string

// Statecrime returns a table of the 50 US states and the capital in 2009 (public domain; see statecrime.md).
// All columns except the name are numbers. A plausible target is the murder rate; statecrime.order.yaml
// contains an importance order for it.
func Statecrime() File { return File{"statecrime.csv", statecrimeCSV} }
