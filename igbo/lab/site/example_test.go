package site_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/lab/site"
)

// Make a site with one notebook, whose cells can import package fmt. Compiling Go's compiler and the packages for the browser takes minutes,
// so this example is compiled but not run.
func ExampleMake() {
	notebook, err := os.ReadFile("hello.ipynb")
	if err != nil {
		log.Fatal(err)
	}
	err = site.Make(context.Background(), site.Options{
		Source:      ".", // the folder of the project's go.mod
		JupyterLite: "jupyterlite_core-0.8.6-py3-none-any.whl",
		Packages:    []string{"fmt"},
		Files:       map[string][]byte{"hello.ipynb": notebook},
		Folder:      "public",
		Say:         func(line string) { fmt.Println(line) },
	})
	if err != nil {
		log.Fatal(err)
	}
}
