package datasets

import _ "embed"

//go:embed penguins_mass.onnx
var penguinsModel string

// PenguinsModel returns a network that was trained elsewhere, as an ONNX file (CC0; see penguins_mass.md). It
// predicts the body mass of a penguin from bill_length_mm, bill_depth_mm, flipper_length_mm and year.
func PenguinsModel() File { return File{"penguins_mass.onnx", penguinsModel} }
