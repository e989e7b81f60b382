// Package calibrate measures how often graphs of importance are wrong.
//
// What flows in: a law of scores whose order is known ([Truth]) and the settings of dag.Build.
// What flows out: the shares of false, reversed and found edges, and how often the intervals
// hold what they should ([Result]), over many repetitions ([Run]).
package calibrate
