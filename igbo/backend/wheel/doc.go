// Package wheel fetches XLA's CPU plugin out of a wheel of the Python registry, without Python. It finds the wheel by the registry's
// simple API (PEP 503 and 691), verifies its pinned SHA-256, and unpacks it.
//
// The arguments are a platform and a source: an index, a mirror of it, or a local file. The results are the plugin's file, its licence and
// its notices. It downloads only on request, because the publishers of such wheels do not make them for this purpose.
package wheel
