"""From longitude and latitude to the picture: an equal-area projection that makes room where provinces are small."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EARTH_KM = 6371.0
SOFTNESS_KM = 250.0
"""Over what length the slope of a squeezed margin changes."""


@dataclass(frozen=True)
class Magnifier:
    """A Gaussian bulge.

    Attributes:
        x: Of its middle, in km.
        y: Of its middle, in km.
        strength: By what share lengths grow in the middle.
        radius: Where the bulge has fallen to 1/e, in km.
    """

    x: float
    y: float
    strength: float
    radius: float


@dataclass(frozen=True)
class Squeeze:
    """Soft compression of what lies outside of two bounds (km), by one slope below and another above."""

    low: float
    high: float
    slope_below: float
    slope_above: float

    def __call__(self, length: Array) -> Array:
        """Return lengths (km) as they are between the bounds, compressed outside of them."""
        below = SOFTNESS_KM * np.logaddexp(0, (self.low - length) / SOFTNESS_KM)
        above = SOFTNESS_KM * np.logaddexp(0, (length - self.high) / SOFTNESS_KM)
        return length + (1 - self.slope_below) * below - (1 - self.slope_above) * above


class Projection:
    """Lambert's azimuthal equal-area projection, with magnifiers and squeezed margins.

    Args:
        data: The table `projection` of the description of a drawing.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.center: tuple[float, float] = tuple(data["center"])
        self.magnifiers = [
            Magnifier(*(float(km) for km in self._equal_area(lon, lat)), strength, radius)
            for lon, lat, strength, radius in data["magnifiers"]
        ]
        self.squeeze_x, self.squeeze_y = Squeeze(*data["squeeze_x"]), Squeeze(*data["squeeze_y"])
        self.west, self.east, self.south, self.north = data["window"]
        self.width: int = data["width"]
        self.px_per_km = self.width / (self.east - self.west)
        self.height = round((self.north - self.south) * self.px_per_km)

    def _equal_area(self, lon: Array | float, lat: Array | float) -> tuple[Array, Array]:
        """Return km east and north of the center."""
        middle = math.radians(self.center[1])
        along = np.radians(np.asarray(lon) - self.center[0])
        lat = np.radians(np.asarray(lat))
        cosine = math.sin(middle) * np.sin(lat) + math.cos(middle) * np.cos(lat) * np.cos(along)
        scale = EARTH_KM * np.sqrt(2 / (1 + cosine))
        x = scale * np.cos(lat) * np.sin(along)
        y = scale * (math.cos(middle) * np.sin(lat) - math.sin(middle) * np.cos(lat) * np.cos(along))
        return x, y

    def __call__(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        """Return px of the picture, y down, of longitudes and latitudes in degrees."""
        x, y = self._equal_area(lon, lat)
        wide, high = x.copy(), y.copy()
        for bulge in self.magnifiers:
            across, up = x - bulge.x, y - bulge.y
            gain = bulge.strength * np.exp(-(across**2 + up**2) / bulge.radius**2)
            wide += across * gain
            high += up * gain
        wide, high = self.squeeze_x(wide), self.squeeze_y(high)
        return (wide - self.west) * self.px_per_km, (self.north - high) * self.px_per_km

    def points(self, degrees: Sequence[tuple[float, float]]) -> Array:
        """Return an array of shape (n, 2), in px, of n points in degrees."""
        lon, lat = np.asarray(degrees, float).T
        return np.stack(self(lon, lat), axis=1)

    def jacobian(self, lon: Array, lat: Array, step: float = 1e-4) -> Array:
        """Return the determinant of the projection's derivative, in px² a square degree of latitude; never 0 inside."""
        x, y = self(lon, lat)
        x_east, y_east = self(lon + step / np.cos(np.radians(lat)), lat)
        x_north, y_north = self(lon, lat + step)
        return ((x_east - x) * (y_north - y) - (x_north - x) * (y_east - y)) / step**2
