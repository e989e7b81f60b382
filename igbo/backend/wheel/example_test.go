package wheel_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/backend/wheel"
)

// Copy a wheel from a local folder, and refuse a file that is not the pinned one.
func ExampleWheel_Fetch() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	content := []byte("the bytes of a wheel")
	w := wheel.Wheel{File: "plugin-1.0-py3-none-any.whl", SHA256: fmt.Sprintf("%x", sha256.Sum256(content)), Size: int64(len(content))}
	source, target := filepath.Join(dir, w.File), filepath.Join(dir, "copy.whl")

	check(os.WriteFile(source, content, 0o600))
	_, err = w.Fetch(context.Background(), dir, target)
	check(err)
	copied, err := os.ReadFile(target)
	check(err)
	fmt.Printf("%s\n", copied)

	check(os.WriteFile(source, content[:10], 0o600))
	_, err = w.Fetch(context.Background(), dir, target)
	fmt.Println(err)
	// Output:
	// the bytes of a wheel
	// wheel: plugin-1.0-py3-none-any.whl is truncated: it has 10 bytes, but must have 20
}

// Find the wheel for a platform.
func ExamplePinned() {
	w, err := wheel.Pinned("linux_amd64")
	check(err)
	fmt.Println(filepath.Ext(w.File), filepath.Ext(w.Plugin))

	_, err = wheel.Pinned("plan9_arm")
	fmt.Println(err)
	// Output:
	// .whl .so
	// wheel: igbo has no wheel with XLA's CPU plugin for the platform plan9_arm (supported: linux_amd64)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
