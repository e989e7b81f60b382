package datasets

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.order.yaml
var orders embed.FS

// Order is what an expert says of the importance of a set's features, as a file of package
// expert, with the reason for each statement: anes96, penguins (the mass), penguins-species,
// statecrime or weather.
//
// Errors: another name, and which there are.
func Order(name string) (File, error) {
	file := name + ".order.yaml"
	text, err := orders.ReadFile(file)
	if err != nil {
		names, _ := fs.Glob(orders, "*.order.yaml") // the pattern is a good one
		return File{}, fmt.Errorf("datasets: the order %q was not found (want one of %s)", name, strings.ReplaceAll(strings.Join(names, ", "), ".order.yaml", ""))
	}
	return File{file, string(text)}, nil
}
