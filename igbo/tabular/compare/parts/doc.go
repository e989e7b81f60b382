// Package parts creates the training and test data of the folds of a comparison.
//
// Package compare uses it; you need it only to compare models on folds of your choice. A [Source] provides samples, from memory or from the
// rows of a table. [New] takes a Source and the rows of a fold and returns a [Part], which has the order learned from its training data.
//
// A Part stores one bit a row and no data. It creates its data on each call, on the heap or in a file's space. [Part.PartDigest] identifies
// its data, so results can be cached.
package parts
