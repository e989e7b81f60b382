package datasets

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.order.yaml
var orders embed.FS

// Order returns an expert's importance order for a data set, as a file in the format of package expert with the
// reason for each statement. The names are anes96, penguins (for the body mass), penguins-species, statecrime
// and weather. For other names, the error lists the available ones.
func Order(name string) (File, error) {
	file := name + ".order.yaml"
	text, err := orders.ReadFile(file)
	if err != nil {
		names, _ := fs.Glob(orders, "*.order.yaml") // the pattern is valid
		return File{}, fmt.Errorf("datasets: the order %q was not found (want one of %s)", name, strings.ReplaceAll(strings.Join(names, ", "), ".order.yaml", ""))
	}
	return File{file, string(text)}, nil
}
