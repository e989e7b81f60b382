package executor_test

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"log"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// constants is an executor whose cells are constant expressions. It has nothing to complete, to interrupt or to end.
type constants struct{}

func (constants) Complete(context.Context, string, int) map[string]any { return nil }
func (constants) Inspect(context.Context, string, int) map[string]any  { return nil }
func (constants) Interrupt()                                           {}
func (constants) Kill()                                                {}
func (constants) Close()                                               {}

func (constants) Run(_ context.Context, c executor.Cell, out executor.Output) (executor.Result, error) {
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, c.Code)
	if err != nil {
		return executor.Result{End: executor.Failed, Text: err.Error()}, nil
	}
	out.Text("stdout", fmt.Sprintln(v.Value))
	return executor.Result{End: executor.Done}, nil
}

// printed is an output that prints the text of cells, and drops everything else.
type printed struct{ executor.Discard }

func (printed) Text(_, text string) { fmt.Print(text) }

// Run a cell in an executor that evaluates constant expressions of Go.
func ExampleExecutor() {
	var e executor.Executor = constants{}
	defer e.Close()
	r, err := e.Run(context.Background(), executor.Cell{Number: 1, Code: "1<<10 + len(`cell`)"}, printed{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.End)
	// Output:
	// 1028
	// done
}
