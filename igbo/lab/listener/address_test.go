package listener

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// TestPortInUse checks that the error about a port in use names it, whatever address it is used on.
func TestPortInUse(t *testing.T) {
	for _, listen := range []string{"127.0.0.1", "0.0.0.0", "::1", "::"} {
		listener, err := net.Listen("tcp", net.JoinHostPort(listen, "0"))
		if err != nil {
			t.Logf("%s cannot be used here: %v", listen, err)
			continue
		}
		defer listener.Close()
		port := listener.Addr().(*net.TCPAddr).Port
		if _, err := Choose(listen, port); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("port %d is in use", port)) {
			t.Errorf("%s: error %v, want that the port is in use", listen, err)
		}
		if at, err := Choose(listen, 0); err != nil || at.Port() < firstPort || at.Addr().String() != listen {
			t.Errorf("%s: %s, %v", listen, at, err)
		}
	}
}

// TestListenIsChecked checks that invalid ports and addresses of other machines are reported as such, and not as "in use".
func TestListenIsChecked(t *testing.T) {
	for _, c := range []struct {
		listen string
		port   int
		want   string
	}{
		{"", -1, "must be from 0 to 65535"},
		{"", 70000, "must be from 0 to 65535"},
		{"", 1 << 40, "must be from 0 to 65535"},
		{"*", 0, `cannot listen on "*", want an address of this machine`},
		{"127.0.0.1:8888", 0, "want an address of this machine"},
		{"1.2.3", 0, "want an address of this machine"},
		{"no such host.invalid", 0, "want an address of this machine"},
		{"192.0.2.7", 0, "192.0.2.7 is not an address of this machine, want one of 127.0.0.1"},
		{"2001:db8::7", 0, "2001:db8::7 is not an address of this machine"},
	} {
		if at, err := Choose(c.listen, c.port); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "in use") {
			t.Errorf("%q, port %d: %s, %v, want %q", c.listen, c.port, at, err, c.want)
		}
	}
}

func TestListenIsRead(t *testing.T) {
	for listen, want := range map[string]string{
		"": "127.0.0.1", "localhost": "127.0.0.1", "[::1]": "::1", "::": "::", "0.0.0.0": "0.0.0.0", "::ffff:127.0.0.1": "127.0.0.1",
	} {
		if got, err := parseListen(listen); err != nil || got.String() != want {
			t.Errorf("%q is %s (%v), want %s", listen, got, err, want)
		}
	}
}

// TestAddresses checks that a server on all addresses lists those that work, this machine's first, and only those of the same address family.
func TestAddresses(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:8888": "http://127.0.0.1:8888/lab",
		"[::1]:8888":     "http://[::1]:8888/lab",
		"10.1.2.3:80":    "http://10.1.2.3:80/lab",
	} {
		if got := Addresses(netip.MustParseAddrPort(at)); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
	v4, v6 := Addresses(netip.MustParseAddrPort("0.0.0.0:8888")), Addresses(netip.MustParseAddrPort("[::]:8888"))
	if v4[0] != "http://127.0.0.1:8888/lab" || v6[0] != "http://[::1]:8888/lab" {
		t.Errorf("%s, %s, want this machine's own first", v4[0], v6[0])
	}
	if len(v4)+len(v6) != 2+len(interfaces()) {
		t.Errorf("%s and %s, want each of %s once", v4, v6, interfaces())
	}
	for _, url := range append(v4, v6...) {
		if strings.Contains(url, "0.0.0.0") || strings.Contains(url, "[::]") {
			t.Errorf("%s is no address to open", url)
		}
	}
}
