package listener

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// OpenToOthers is the warning about a server that other machines can reach.
const OpenToOthers = `Other machines can reach this server. Anyone with the token can run any program here
as you, and the connection is not encrypted: anyone who can listen on the network can read
the token. Safer: listen on 127.0.0.1 and use an SSH tunnel, ssh -L 8888:127.0.0.1:8888 HOST.`

// firstPort to lastPort are tried if no port is given.
const (
	firstPort = 8888
	lastPort  = 8987
)

// CheckAddress reports an error if a server cannot listen at an address and port, as in StartOptions of package lab: the address
// is not of this machine, or the port is out of range or in use.
func CheckAddress(listen string, port int) error {
	_, err := Choose(listen, port)
	return err
}

// InUse reports whether a process listens at an address.
func InUse(at netip.AddrPort) bool { return errors.Is(probe(at), syscall.EADDRINUSE) }

// Choose checks the requested address and port, or finds a free port. It returns an error if the address is not of this machine,
// or if the port is out of range or in use.
func Choose(listen string, port int) (netip.AddrPort, error) {
	if port < 0 || port > 65535 {
		return netip.AddrPort{}, fmt.Errorf("lab: port %d must be from 0 to 65535 (0 = a free port)", port)
	}
	addr, err := parseListen(listen)
	if err != nil {
		return netip.AddrPort{}, err
	}
	if port != 0 {
		at := netip.AddrPortFrom(addr, uint16(port))
		return at, probe(at)
	}
	for port := firstPort; port <= lastPort; port++ {
		at := netip.AddrPortFrom(addr, uint16(port))
		err := probe(at)
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
			return at, err
		}
	}
	return netip.AddrPort{}, fmt.Errorf("lab: the ports %d to %d are all in use; choose one with --port", firstPort, lastPort)
}

// parseListen reads an IP address, with or without the brackets of IPv6, or looks a name up.
func parseListen(listen string) (netip.Addr, error) {
	if listen == "" {
		listen = "127.0.0.1"
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(listen, "["), "]")
	if addr, err := netip.ParseAddr(bare); err == nil {
		return addr.Unmap(), nil
	}
	found, err := net.DefaultResolver.LookupNetIP(context.Background(), "ip", bare)
	if err != nil || len(found) == 0 || strings.ContainsAny(bare, "*/ ") {
		return netip.Addr{}, fmt.Errorf("lab: cannot listen on %q, want an address of this machine: 127.0.0.1 or ::1 (connections from this machine only), "+
			"0.0.0.0 (any IPv4 connection) or :: (any IPv6 connection)", listen)
	}
	for _, addr := range found {
		if addr.Unmap().Is4() {
			return addr.Unmap(), nil
		}
	}
	return found[0], nil
}

// probe returns an error if a server cannot listen at an address.
func probe(at netip.AddrPort) error {
	listener, err := net.Listen(network(at.Addr()), at.String())
	switch {
	case err == nil:
		return listener.Close()
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("lab: port %d is in use; choose another with --port, or leave --port out for a free one (%w)", at.Port(), err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("lab: %s is not an address of this machine, want one of %s", at.Addr(), strings.Join(own(), ", "))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("lab: this user cannot listen on port %d; use 1024 or higher (%w)", at.Port(), err)
	}
	return fmt.Errorf("lab: cannot listen on %s: %w", at, err)
}

func network(addr netip.Addr) string {
	if addr.Is4() {
		return "tcp4"
	}
	return "tcp6"
}

// own lists the addresses of this machine that a server can listen on.
func own() []string {
	list := []string{"127.0.0.1", "::1", "0.0.0.0", "::"}
	for _, addr := range interfaces() {
		list = append(list, addr.String())
	}
	return list
}

// interfaces lists the machine's addresses that others can use.
func interfaces() (list []netip.Addr) {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil && prefix.Addr().IsGlobalUnicast() {
			list = append(list, prefix.Addr())
		}
	}
	return list
}

// near returns the address at which this machine reaches a server.
func near(at netip.AddrPort) netip.AddrPort {
	if !at.Addr().IsUnspecified() {
		return at
	}
	if at.Addr().Is4() {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	return netip.AddrPortFrom(netip.IPv6Loopback(), at.Port())
}

// Addresses lists the addresses at which a browser reaches the server, this machine's first.
func Addresses(at netip.AddrPort) []string {
	places := []netip.AddrPort{near(at)}
	if at.Addr().IsUnspecified() {
		for _, addr := range interfaces() {
			if addr.Is4() == at.Addr().Is4() {
				places = append(places, netip.AddrPortFrom(addr, at.Port()))
			}
		}
	}
	var urls []string
	for _, p := range places {
		urls = append(urls, fmt.Sprintf("http://%s/lab", p))
	}
	return urls
}
