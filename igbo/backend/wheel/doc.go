// Package wheel fetches XLA's CPU plugin out of a wheel of the Python registry,
// without Python: the wheel is pinned by its SHA-256, found by the registry's simple
// API (PEP 503 and 691), checked, and unpacked.
//
// What flows in: a platform, and where to fetch from (an index, a mirror of it, a
// local file). What flows out: the plugin's file, its licence and the notices that came with it.
// Nobody who publishes such a wheel makes it for this purpose, so that it is
// fetched on request alone.
package wheel
