// Package modelfile reads what an ONNX file holds, and writes it.
//
// What flows in: a file. What flows out: its graph, whole and within memory, with the weights that lie beside it;
// the input and output that are chosen of it and what lies between them; and the name of the first operation that
// is refused. A [Writer] adds operations and weights to a graph.
package modelfile
