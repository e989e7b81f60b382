package datasets

import (
	"strings"
	"testing"
)

// TestOrders checks that each data set has an order, and that the error for another name lists them.
func TestOrders(t *testing.T) {
	for _, name := range []string{"anes96", "penguins", "penguins-species", "statecrime", "weather"} {
		if f, err := Order(name); err != nil || !strings.Contains(f.Text, "score: absolute") || f.Name != name+".order.yaml" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Order("luck"); err == nil || !strings.Contains(err.Error(), "datasets: ") || !strings.Contains(err.Error(), "penguins-species") {
		t.Errorf("error %v", err)
	}
}
