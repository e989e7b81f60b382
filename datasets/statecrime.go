package datasets

import _ "embed"

//go:embed statecrime.csv
var statecrimeCSV string

// Statecrime are 50 states of the USA and its capital in 2009 (public domain; see
// statecrime.md), all numbers but the name. A plausible target is the rate of murders; its
// order stands in statecrime.order.yaml.
func Statecrime() File { return File{"statecrime.csv", statecrimeCSV} }
