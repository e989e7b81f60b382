package saved_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// Write a study's result with its record into a folder, and read both again. Text returns the result if it matches the
// record.
func ExampleReadRecord() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	result := []byte(`{"rates": [0.5]}`)
	record, err := json.Marshal(saved.NewRecord("noise", result, nil, map[string]int{"draws": 1000}))
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range map[string][]byte{saved.ResultFile: result, saved.RecordFile: record} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
	found, err := saved.ReadRecord(dir)
	if err != nil {
		log.Fatal(err)
	}
	text, err := found.Text(dir)
	fmt.Println(found.Study, found.Settings, string(text), err)
	// Output:
	// noise map[draws:1000] {"rates": [0.5]} <nil>
}
