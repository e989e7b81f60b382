package sequences_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/sequences"
)

// Read the committed result. The number is the area under the precision–recall curve by which attributions find the inputs that
// matter, with its 95 % interval over seeds. The true contributions have 1.
func Example() {
	r, err := study.Reported[*sequences.Result](sequences.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range r.Models {
		for _, method := range m.Methods {
			fmt.Println(m.Model, method.Method, method.AUPRC.Interval("%.2f"))
		}
	}
	// Output:
	// gru TIG 0.89 [0.88, 0.89]
	// gru gradient × input 0.83 [0.78, 0.88]
	// gru random 0.35 [0.35, 0.36]
	// lstm TIG 0.84 [0.78, 0.89]
	// lstm gradient × input 0.77 [0.72, 0.82]
	// lstm random 0.35 [0.35, 0.36]
	// conv TIG 0.62 [0.60, 0.64]
	// conv gradient × input 0.56 [0.50, 0.62]
	// conv random 0.35 [0.35, 0.36]
}
