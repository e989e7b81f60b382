// Package study defines the common parts of studies: definitions, settings, statistics over seeds, and results. A study answers
// a question by independent runs (cells of package workflow), which are folded into a [Result] with tables and figures. Use it
// to write a study. The studies are in the subpackages; `igbo study list` prints them, and `igbo study run NAME` runs one.
//
// Your own study is a type with two methods ([workflow.Study]). If it compares methods on draws of problems, describe it with
// package trial; its example is a complete study. The example of this package shows a study without package trial.
// [workflow.Run] computes a study on every core. The command igbo study only runs the studies of this library.
//
// # What studies share
//
// Studies share these parts:
//
//   - settings: their bounds are declared next to their fields, and [Check] checks them;
//   - cells: [workflow.Grid] makes cells of a table of factors, and [workflow.All] and [workflow.Rows] pass their parts to the
//     fold;
//   - numbers: [Each], [Try] and [Over] read a number of every draw;
//   - statistics over seeds: [Stat], [Estimate] and [Interval], which package tabulate shows in tables;
//   - figures: [Figures] draws several figures, [Bars] draws methods by group, and [Lines] draws methods over a factor;
//   - table cells: [Known] shows an interval or a missing value, and [Bound.Outcome] the outcome of a prediction.
//
// # A new study
//
// A study of this library is a folder with a Definition. The definition has brief settings for the tests of all studies. If the
// result is committed, the folder also has result.json and answer.tmpl. Add the study to package catalog and to the list in
// igbo/README.md.
//
// In a result's JSON, numbers that are not finite are the strings "NaN", "Infinity" and "-Infinity" ([MarshalJSON]).
package study
