package datasets

import _ "embed"

//go:embed penguins.csv
var penguinsCSV string

// Penguins returns a table of 344 penguins of three species (CC0; see penguins.md). Species, island and sex are
// categories; bill, flipper and mass are numbers. Some cells are missing (NA). A plausible target is the
// species, which has three classes. A plausible importance order is bill length and depth, then flipper and
// mass, then sex.
func Penguins() File { return File{"penguins.csv", penguinsCSV} }
