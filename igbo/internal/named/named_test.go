package named

import (
	"errors"
	"fmt"
	"testing"
)

func TestOnce(t *testing.T) {
	first, second := errors.New("house: no door"), errors.New("house: no roof")
	for _, c := range []struct {
		err  error
		want string
	}{
		{first, "house: building: no door"},
		{errors.New("garden: no tree"), "house: building: garden: no tree"},
		{fmt.Errorf("house: inside: %w", first), "house: building: inside: house: no door"},
		{errors.Join(first, second), "house: building: no door\nno roof"},
	} {
		got := fmt.Errorf("house: building: %w", Once("house", c.err))
		if got.Error() != c.want || !errors.Is(got, c.err) {
			t.Errorf("%q, want %q, wrapping the error itself", got, c.want)
		}
	}
	if !errors.Is(Once("house", errors.Join(first, second)), second) {
		t.Error("a joined error is not found")
	}
	if Once("house", nil) != nil {
		t.Error("no error became one")
	}
}
