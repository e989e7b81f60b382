// Package modeltest holds what tests of trainings and models share.
//
// What flows in: a test, with the folder of a model or of a checkpoint. What flows out: data, settings and models that are small, a
// comparison of what two trainings left, and folders that are damaged in every way that a reader must refuse.
package modeltest
