// Package plain writes plain data as bytes and reads them again, bit for bit,
// and gives them a digest. In flow values of exported fields, numbers, words,
// lists and maps; out flow bytes that are the same for equal values. Functions,
// channels and hidden fields are errors. It knows nothing of studies.
package plain
