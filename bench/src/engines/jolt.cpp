// Jolt's GJK, EPA and casts for two boxes and for two hulls of points, with the tolerances that Jolt's physics uses.

#include <Jolt/Jolt.h>

#include <Jolt/Geometry/AABox.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Geometry/RayAABox.h>

#include <cfloat>
#include <vector>

using namespace JPH;

// Jolt's cDefaultCollisionTolerance and cDefaultPenetrationTolerance.
static constexpr float cTolerance = 1.0e-4f;

using Points = std::vector<Vec3>;

struct Hull {
	Points points;
	PolygonConvexSupport<Points> support{points};
	Vec3 GetSupport(Vec3Arg direction) const { return support.GetSupport(direction); }
};

struct JoltPose {
	alignas(16) Float4 columns[4];
};

struct JoltPoints {
	float a[3], b[3];
};

static Mat44 sRelative(const JoltPose &a, const JoltPose &b) {
	return Mat44::sLoadFloat4x4(a.columns).InversedRotationTranslation() * Mat44::sLoadFloat4x4(b.columns);
}

// The first direction is that between the centres, as in Jolt's own queries.
static Vec3 sFirstAxis(Mat44Arg relative) {
	Vec3 axis = relative.GetTranslation();
	return axis.IsNearZero() ? Vec3::sAxisX() : axis;
}

template <typename Shape>
static bool sIntersects(const Shape &a, const Shape &b, const JoltPose &at, const JoltPose &bt) {
	Mat44 relative = sRelative(at, bt);
	TransformedConvexObject<Shape> placed(relative, b);
	Vec3 axis = sFirstAxis(relative);
	GJKClosestPoint gjk;
	return gjk.Intersects(a, placed, cTolerance, axis);
}

template <typename Shape>
static float sDistance(const Shape &a, const Shape &b, const JoltPose &at, const JoltPose &bt, JoltPoints &out) {
	Mat44 relative = sRelative(at, bt);
	TransformedConvexObject<Shape> placed(relative, b);
	Vec3 axis = sFirstAxis(relative), p = Vec3::sZero(), q = Vec3::sZero();
	GJKClosestPoint gjk;
	float square = gjk.GetClosestPoints(a, placed, cTolerance, FLT_MAX, axis, p, q);
	p.StoreFloat3(reinterpret_cast<Float3 *>(out.a));
	q.StoreFloat3(reinterpret_cast<Float3 *>(out.b));
	return std::sqrt(square);
}

// The depth, or -1 where Jolt finds the shapes apart.
template <typename Shape>
static float sDepth(const Shape &a, const Shape &b, const JoltPose &at, const JoltPose &bt, JoltPoints &out) {
	Mat44 relative = sRelative(at, bt);
	TransformedConvexObject<Shape> placed(relative, b);
	Vec3 axis = sFirstAxis(relative), p, q;
	EPAPenetrationDepth epa;
	if (!epa.GetPenetrationDepth(a, a, 0.0f, placed, placed, 0.0f, Square(cTolerance), cTolerance, axis, p, q))
		return -1.0f;
	p.StoreFloat3(reinterpret_cast<Float3 *>(out.a));
	q.StoreFloat3(reinterpret_cast<Float3 *>(out.b));
	return (q - p).Length();
}

// What the cast of a shape finds, or 2 where it finds nothing. The second shape travels, and in Jolt's words it is A.
template <typename Shape>
static float sCast(const Shape &a, const Shape &b, const JoltPose &at, const JoltPose &bt, const Float3 &travel,
				   JoltPoints &out) {
	Mat44 inverse = Mat44::sLoadFloat4x4(at.columns).InversedRotationTranslation();
	Mat44 relative = inverse * Mat44::sLoadFloat4x4(bt.columns);
	Vec3 direction = inverse.Multiply3x3(Vec3(travel)), p = Vec3::sZero(), q = Vec3::sZero(), axis = Vec3::sZero();
	float fraction = 1.0f;
	GJKClosestPoint gjk;
	if (!gjk.CastShape(relative, direction, cTolerance, b, a, 0.0f, 0.0f, fraction, p, q, axis))
		return 2.0f;
	q.StoreFloat3(reinterpret_cast<Float3 *>(out.a));
	axis.StoreFloat3(reinterpret_cast<Float3 *>(out.b));
	return fraction;
}

static float sRay(const AABox &box, Vec3Arg origin, Vec3Arg direction) {
	return RayAABox(origin, RayInvDirection(direction), box.mMin, box.mMax);
}

static float sRay(const Hull &hull, Vec3Arg origin, Vec3Arg direction) {
	float fraction = 1.0f;
	GJKClosestPoint gjk;
	return gjk.CastRay(origin, direction, cTolerance, hull, fraction) ? fraction : FLT_MAX;
}

// The fraction of the way at which a ray enters a shape, or 2 where it does not.
template <typename Shape>
static float sRayOf(const Shape &shape, const JoltPose &at, const Float3 &origin, const Float3 &travel) {
	Mat44 inverse = Mat44::sLoadFloat4x4(at.columns).InversedRotationTranslation();
	float fraction = sRay(shape, inverse * Vec3(origin), inverse.Multiply3x3(Vec3(travel)));
	return fraction <= 1.0f ? std::max(fraction, 0.0f) : 2.0f;
}

extern "C" {
	void jolt_pose(const float *rotation, const float *translation, JoltPose *out) {
		Quat q(rotation[0], rotation[1], rotation[2], rotation[3]);
		Vec3 t(translation[0], translation[1], translation[2]);
		Mat44::sRotationTranslation(q, t).StoreFloat4x4(out->columns);
	}

	AABox *jolt_box(float x, float y, float z) { return new AABox(-Vec3(x, y, z), Vec3(x, y, z)); }
	void jolt_box_free(AABox *box) { delete box; }
	bool jolt_box_bool(const AABox *a, const AABox *b, const JoltPose *at, const JoltPose *bt) {
		return sIntersects(*a, *b, *at, *bt);
	}
	float jolt_box_distance(const AABox *a, const AABox *b, const JoltPose *at, const JoltPose *bt, JoltPoints *out) {
		return sDistance(*a, *b, *at, *bt, *out);
	}
	float jolt_box_depth(const AABox *a, const AABox *b, const JoltPose *at, const JoltPose *bt, JoltPoints *out) {
		return sDepth(*a, *b, *at, *bt, *out);
	}

	Hull *jolt_hull(const float *coordinates, size_t count) {
		Hull *hull = new Hull;
		for (size_t i = 0; i < count; ++i)
			hull->points.push_back(Vec3(coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]));
		return hull;
	}
	void jolt_hull_free(Hull *hull) { delete hull; }
	bool jolt_hull_bool(const Hull *a, const Hull *b, const JoltPose *at, const JoltPose *bt) {
		return sIntersects(*a, *b, *at, *bt);
	}
	float jolt_hull_distance(const Hull *a, const Hull *b, const JoltPose *at, const JoltPose *bt, JoltPoints *out) {
		return sDistance(*a, *b, *at, *bt, *out);
	}
	float jolt_hull_depth(const Hull *a, const Hull *b, const JoltPose *at, const JoltPose *bt, JoltPoints *out) {
		return sDepth(*a, *b, *at, *bt, *out);
	}

	float jolt_box_cast(const AABox *a, const AABox *b, const JoltPose *at, const JoltPose *bt, const Float3 *travel,
						JoltPoints *out) {
		return sCast(*a, *b, *at, *bt, *travel, *out);
	}
	float jolt_hull_cast(const Hull *a, const Hull *b, const JoltPose *at, const JoltPose *bt, const Float3 *travel,
						 JoltPoints *out) {
		return sCast(*a, *b, *at, *bt, *travel, *out);
	}
	float jolt_box_ray(const AABox *a, const JoltPose *at, const Float3 *origin, const Float3 *travel) {
		return sRayOf(*a, *at, *origin, *travel);
	}
	float jolt_hull_ray(const Hull *a, const JoltPose *at, const Float3 *origin, const Float3 *travel) {
		return sRayOf(*a, *at, *origin, *travel);
	}
}
