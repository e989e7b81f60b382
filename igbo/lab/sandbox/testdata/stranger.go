// Program stranger does what the variable DEED names.
package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

func main() { deeds[os.Getenv("DEED")]() }

// deeds holds the actions of untrusted programs.
var deeds = map[string]func(){
	"good":   func() { fmt.Println("done") },
	"exit":   func() { os.Exit(7) },
	"panics": func() { panic("here") },
	"loop": func() {
		for {
			time.Sleep(time.Millisecond)
		}
	},
	"print": func() {
		for {
			fmt.Println(strings.Repeat("x", 1<<16))
		}
	},
	"memory": func() {
		var all [][]byte
		for {
			all = append(all, bytes.Repeat([]byte{1}, 1<<24))
			time.Sleep(time.Millisecond)
		}
	},
	"fork": func() {
		for {
			c := exec.Command("/proc/self/exe")
			if err := c.Start(); err != nil {
				fmt.Println("refused:", err)
				time.Sleep(time.Millisecond)
			}
		}
	},
	"fill": func() {
		f, err := os.Create("/tmp/all")
		for err == nil {
			_, err = f.Write(make([]byte, 1<<20))
		}
		fmt.Println(err)
	},
	"kill": func() { fmt.Println(syscall.Kill(os.Getppid(), syscall.SIGKILL), syscall.Kill(-1, syscall.SIGKILL)) },
	"look": func() {
		for _, path := range []string{"/etc/passwd", "/root", "/home", os.Getenv("SECRET")} {
			if _, err := os.Stat(path); err == nil {
				fmt.Println("sees", path)
			}
		}
		entries, _ := os.ReadDir("/")
		fmt.Println(len(entries), os.WriteFile("/program", nil, 0o600) == nil && os.Getenv("ROOT") != "", os.Mkdir("/new", 0o700) == nil && os.Getenv("ROOT") != "")
		fmt.Println("mount", syscall.Mount("tmpfs", "/tmp", "tmpfs", 0, ""))
		if c, err := net.DialTimeout("tcp", os.Getenv("ADDRESS"), time.Second); err == nil {
			fmt.Println("reaches", c.RemoteAddr())
		}
	},
}
