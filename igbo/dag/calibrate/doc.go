// Package calibrate measures how often estimated graphs of importance are wrong.
//
// [Run] draws scores from a distribution with a known order ([Truth]), builds graphs with the settings of dag.Build over many repetitions,
// and returns a [Result]: the shares of false, reversed and found edges, and the coverage of the intervals.
package calibrate
