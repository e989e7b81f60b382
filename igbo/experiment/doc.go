// Package experiment holds the studies of the project: the paper's
// teacher–student experiment and its ablation, and those that go beyond it.
// Each takes a Config and a compute.Backend and returns plain data, which
// commands and notebooks print, plot and save.
package experiment
