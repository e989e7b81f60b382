package durable

import (
	"io"
	"os"
	"testing"
)

func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
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
