package encode

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func asJSON(t *testing.T, e *Encoding) string {
	t.Helper()
	text := must.Of(json.Marshal(e)).In(t)
	return string(text)
}

// TestEncodingRoundTrip checks that an encoding read from JSON is the same and gives the same
// samples.
func TestEncodingRoundTrip(t *testing.T) {
	all := drawn(300, 1, 0.1)
	for _, s := range learnedSpecs() {
		e := must.Of(Fit(all, nil, s)).In(t)
		var back Encoding
		if err := json.Unmarshal([]byte(asJSON(t, e)), &back); err != nil || !reflect.DeepEqual(&back, e) {
			t.Fatalf("%v\n%+v\n%+v", err, back, e)
		}
		a, err1 := e.Encode(all, []int{5, 3, 100})
		b, err2 := back.Encode(all, []int{5, 3, 100})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(a, b) {
			t.Fatal(err1, err2)
		}
	}
}

// TestDamagedEncodings checks that invalid JSON is rejected and does not change the existing value.
func TestDamagedEncodings(t *testing.T) {
	s := DefaultSpec("class")
	s.Missing = Mean
	e := must.Of(Fit(drawn(50, 1, 0.2), nil, s)).In(t)
	text := asJSON(t, e)
	for want, change := range map[string][2]string{
		"unsupported format 2 of an encoding, want 1": {`"format":1`, `"format":2`},
		"unknown field":                                  {`"steps"`, `"step"`},
		"is of kind \"numbers\", want":                   {`"x","kind":"number"`, `"x","kind":"numbers"`},
		"two features are named \"x\"":                   {`"name":"flag"`, `"name":"x"`},
		"has the category \"south\" twice":               {`"north"`, `"south"`},
		"has the rule \"guess\" for missing values":      {`"kind":"number","missing":"mean"`, `"kind":"number","missing":"guess"`},
		"the target of an encoding is \"klass\" of kind": {`"name":"class"`, `"name":"klass"`},
		"Rows must be at least 1, got 0":                 {`"rows":50`, `"rows":0`},
		"rule for unseen categories is \"maybe\"":        {`"unseen":"refuse"`, `"unseen":"maybe"`},
		"table: reading an encoding: ":                   {`{`, `[`},
	} {
		damaged := strings.Replace(text, change[0], change[1], 1)
		back := Encoding{Rows: 7}
		if err := back.UnmarshalJSON([]byte(damaged)); damaged == text || err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "table: ") || back.Rows != 7 {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
