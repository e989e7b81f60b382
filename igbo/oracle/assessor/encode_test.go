package assessor

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDecode checks that a decoded assessor has the same energies bit for bit, and the same threshold and
// bytes.
func TestDecode(t *testing.T) {
	each(t, func(t *testing.T, a Assessor, p Points) {
		text := bytesOf(t, a)
		b := must.Of(Decode(text)).In(t)
		tau, scale := a.Threshold()
		if tau2, scale2 := b.Threshold(); tau2 != tau || scale2 != scale || !bytes.Equal(bytesOf(t, b), text) {
			t.Errorf("τ %g, s %g, became %g, %g", tau, scale, tau2, scale2)
		}
		if e, f := energiesOf(t, a, p), energiesOf(t, b, p); !slices.Equal(e, f) {
			t.Errorf("energies %v, then %v", e, f)
		}
	})
}

// TestDamagedBytes checks that truncated bytes and flipped bits are rejected.
func TestDamagedBytes(t *testing.T) {
	each(t, func(t *testing.T, a Assessor, _ Points) {
		text := bytesOf(t, a)
		for n := 0; n < len(text); n += 1 + n/8 {
			if _, err := Decode(text[:n]); err == nil || !strings.HasPrefix(err.Error(), "assessor: ") {
				t.Fatalf("cut at %d: error %v", n, err)
			}
			turned := slices.Clone(text)
			turned[n] ^= 1
			if _, err := Decode(turned); err == nil || !strings.HasPrefix(err.Error(), "assessor: ") {
				t.Fatalf("bit at %d: error %v", n, err)
			}
		}
	})
}

// TestForgedBytes checks that inconsistent contents with a valid digest are rejected.
func TestForgedBytes(t *testing.T) {
	each(t, func(t *testing.T, a Assessor, _ Points) {
		text := bytesOf(t, a)
		for _, change := range [][2]string{
			{`"steps":1,`, `"steps":9,`}, {`"steps":1`, `"steps":0`}, {`"levels":[`, `"levelz":[`}, {`"scale":`, `"skale":`},
			{`"features":`, `"feautres":`}, {`layer_0/weights`, `layer_7/weights`}, {`layer_1/biases`, `layer_1/biased`},
			{`"window":1`, `"window":7`}, {`"window":4`, `"window":5`},
		} {
			forged := bytes.Replace(text[:len(text)-sha256.Size], []byte(change[0]), []byte(change[1]), 1)
			if bytes.Equal(forged, text[:len(text)-sha256.Size]) {
				continue
			}
			sum := sha256.Sum256(forged)
			if _, err := Decode(append(forged, sum[:]...)); err == nil || !strings.HasPrefix(err.Error(), "assessor: ") {
				t.Errorf("%s: error %v", change[1], err)
			}
		}
	})
}
