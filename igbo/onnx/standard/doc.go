// Package standard contains the operator schemas of the ONNX standard: names, versions, attributes and tensor
// types.
//
// [Fill] adds the default values of attributes that a file omits. [Tensor] converts a tensor to GoMLX.
// Operations that do not exist in the file's opset are reported as an [*UnsupportedError].
package standard
