// Package modeltest holds helpers for tests of trainings and models: small data, settings and models, a comparison of the results of two
// trainings, and folders that are damaged in every way that a reader must detect.
package modeltest
