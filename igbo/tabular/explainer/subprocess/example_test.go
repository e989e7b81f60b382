package subprocess_test

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/tabular/explainer/subprocess"
)

// This example gets the predictions of a script. The script reads a CSV table with a header from
// standard input and prints one number per row.
func Example() {
	ctx := context.Background()
	program, err := subprocess.New("python3 predict.py --model 'my model.pkl'", []string{"age", "income"})
	if err != nil {
		fmt.Println(err)
		return
	}
	predictions, err := program.Answers(ctx, [][]string{{"41", "3200"}, {"29", "2100"}})
	if err != nil {
		fmt.Println(err) // for example the script's last line on standard error
		return
	}
	fmt.Println(predictions)
}
