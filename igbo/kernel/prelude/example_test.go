package prelude_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

const program = `package main

import "os"

func main() {
	m := mat.NewDense(1, 2, []float64{3, 4})
	fmt.Println(mat.Norm(m, 2), rand.Intn(1))
}
`

// Add the imports of a program by the names of its packages, and remove the unused one. The import for rand is math/rand, because only that
// package has Intn.
func ExampleRewrite() {
	text, elsewhere, err := prelude.Rewrite("main.go", []byte(program), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\nnames in no table: %t\n", text, elsewhere)
	// Output:
	// package main
	//
	// import (
	// 	"fmt"
	// 	"gonum.org/v1/gonum/mat"
	// 	"math/rand"
	// )
	//
	// func main() {
	// 	m := mat.NewDense(1, 2, []float64{3, 4})
	// 	fmt.Println(mat.Norm(m, 2), rand.Intn(1))
	// }
	//
	// names in no table: false
}
