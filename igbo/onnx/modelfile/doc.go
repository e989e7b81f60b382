// Package modelfile reads and writes the contents of ONNX files.
//
// Reading returns the file's graph, checked for size and completeness, with external weights; the selected input and output and the
// operations between them; and the name of the first unsupported operation. A [Writer] adds operations and weights to a graph.
package modelfile
