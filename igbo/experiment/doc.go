// Package experiment holds the studies of the project: the paper's
// teacher–student experiment and its ablation, and those that go beyond it.
//
// What flows in: a Config and a compute.Backend. What flows out: plain data,
// which commands and notebooks print, plot and save.
package experiment
