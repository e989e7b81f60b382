// Package modeltest contains helpers for tests of trainings and models: small data, settings and models, a
// comparison of the results of two trainings, and damaged folders that a reader must reject.
package modeltest
