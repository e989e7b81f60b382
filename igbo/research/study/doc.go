// Package study defines the common parts of studies: definitions, settings, statistics over seeds, and results. A study answers a question by
// independent runs (cells of package workflow), which are folded into a [Result] with tables and figures. Use it to write a study. The studies are in the
// subpackages; `igbo study list` prints them, and `igbo study run NAME` runs one.
//
// A study of your own is a type with two methods ([workflow.Study]). If it compares methods on draws of problems, describe it with
// package trial, whose example is a whole study; the example of this package is one without that. [workflow.Run] computes a study on
// every core. The command igbo study runs the studies of this library only.
//
// # What studies share
//
// Bounds of settings are declared next to their fields, and [Check] tests them. [workflow.Grid] makes cells
// of a table of factors, [workflow.All] and [workflow.Rows] give their parts to the fold, and [Each], [Try] and [Over] read a number of every
// draw. [Stat], [Estimate] and [Interval] are statistics over seeds, which package tabulate shows in tables. [Figures] draws one figure after the
// other, and [Bars] and [Lines] are the figures of methods by group and over a factor. [Known] shows an interval or a missing value,
// [Bound.Outcome] the outcome of a prediction.
//
// # A new study
//
// A study of this library is a folder with a Definition, which has brief settings for the tests of all studies, and with result.json and
// answer.tmpl if its result is committed. Outside that folder it needs its name in package catalog and a line in the list of igbo/README.md.
//
// In a result's JSON, numbers that are not finite are the strings "NaN", "Infinity" and "-Infinity" ([MarshalJSON]).
package study
