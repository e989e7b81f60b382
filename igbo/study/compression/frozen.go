package compression

// frozen are the weight decays of the least error on the development draws ([DevelopmentConfig]), by student and
// method. They were settled before any other draw was looked at.
var frozen = map[string]map[string]float64{}
