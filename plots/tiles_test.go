package plots_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the status of the questions of two chapters.
func ExampleTiles() {
	figure, err := plots.Tiles([]plots.TileKind{{Name: "answered", Series: 2}, {Name: "open", Series: 1}, {Name: "dropped", Series: 4}}, []plots.TileRow{
		{Name: "first chapter", Kinds: []int{0, 0, 1, 0, 2}, Chosen: 3},
		{Name: "second chapter", Kinds: []int{1, 0}, Texts: []string{"is it so?", "is it not?"}},
	}, plots.Title("Seven questions"), plots.Size(480, 150))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/tiles.png"))
	// Output: <nil>
}

func TestTiles(t *testing.T) {
	wellFormed(t)(plots.Tiles([]plots.TileKind{{Name: "a"}}, []plots.TileRow{{Name: "r", Kinds: []int{0}}}))
}

// TestTilesRefuse checks that kinds and choices that do not exist are rejected.
func TestTilesRefuse(t *testing.T) {
	kinds := []plots.TileKind{{Name: "a"}}
	for name, row := range map[string]plots.TileRow{
		"no tile": {Name: "r"}, "an unknown kind": {Kinds: []int{1}}, "another number of texts": {Kinds: []int{0}, Texts: []string{}}, "no such choice": {Kinds: []int{0}, Chosen: 2},
	} {
		if _, err := plots.Tiles(kinds, []plots.TileRow{row}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := plots.Tiles([]plots.TileKind{{Series: -1}}, []plots.TileRow{{Kinds: []int{0}}}); err == nil {
		t.Error("a colour of no series: no error")
	}
	if _, err := plots.Tiles(nil, nil); err == nil {
		t.Error("nothing: no error")
	}
}
