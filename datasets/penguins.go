package datasets

import _ "embed"

//go:embed penguins.csv
var penguinsCSV string

// Penguins are 344 penguins of three species (CC0; see penguins.md): species,
// island and sex are categories, the bill, the flipper and the mass numbers.
// Some cells are missing (NA). A plausible target is the species, three
// classes; an order of what tells them apart: bill length and depth, then flipper and mass, then sex.
func Penguins() File { return File{"penguins.csv", penguinsCSV} }
