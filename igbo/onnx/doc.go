// Package onnx makes an attribution.Model of an ONNX file.
package onnx
