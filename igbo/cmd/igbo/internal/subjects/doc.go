// Package subjects implements the commands explain, check and export for a user's model and data. A model is one that igbo saved, an ONNX
// file or a program. All results are computed before any file is written.
package subjects
