package durable

import (
	"io"
	"os"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := must.Of(NewScratch()).In(t)
	must.Of(s.WriteString("kept")).In(t)
	must.Of(s.Seek(0, io.SeekStart)).In(t)
	if text, err := io.ReadAll(s); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	if err := s.Close(); err == nil {
		t.Error("closing twice is no error")
	}
}
