package encode

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// FuzzEncoding checks that any table.json is a valid encoding, with which a table is encoded or
// rejected, or an error of the package, without a panic.
func FuzzEncoding(f *testing.F) {
	data := read(f, birds)
	for _, spec := range []Spec{DefaultSpec("mass"), {Target: "sex", Missing: DropRow, MissingTarget: DropRow, Dates: []DatePart{Days}, Longer: DefaultSpec("").Longer}} {
		e, err := Fit(data, nil, spec)
		if err != nil {
			f.Log(err)
			continue
		}
		text := must.Of(e.MarshalJSON()).In(f)
		f.Add(text)
	}
	f.Add([]byte(`{"format": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Encoding
		err := e.UnmarshalJSON(text)
		if err == nil {
			_, err = e.Encode(data, nil)
		}
		if err != nil {
			refusal.OfFile(t, err, "table: ")
		}
	})
}
